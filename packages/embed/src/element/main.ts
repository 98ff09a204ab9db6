import { FormworkForm } from './formwork-form.ts';

// A page may load the script twice, such as from two places.
if (customElements.get('formwork-form') === undefined) {
  customElements.define('formwork-form', FormworkForm);
}
