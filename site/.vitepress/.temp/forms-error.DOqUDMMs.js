const light = "/assets/forms-error.COdLVvgY.png";
export {
  light as l
};
