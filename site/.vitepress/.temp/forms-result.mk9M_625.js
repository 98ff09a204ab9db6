const _imports_0 = "/assets/forms-result.DfoiO913.png";
export {
  _imports_0 as _
};
