/** The language in the country that the browser names first: how days and times are written there. */
export function toLocale(language: string): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
}
