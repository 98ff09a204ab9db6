// Stands in for the registry of the form library, which brings a theme of its own and layouts: what
// forms use of it is here.
import ArrayField from '@rjsf/core/lib/components/fields/ArrayField.js';
import BooleanField from '@rjsf/core/lib/components/fields/BooleanField.js';
import CyclicSchemaField from '@rjsf/core/lib/components/fields/CyclicSchemaField.js';
import MultiSchemaField from '@rjsf/core/lib/components/fields/MultiSchemaField.js';
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import OptionalDataControlsField from '@rjsf/core/lib/components/fields/OptionalDataControlsField.js';
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import type { Registry } from '@rjsf/utils';

type DefaultRegistry = Omit<Registry, 'schemaUtils'>;

/** A template that draws nothing: the template of a field draws its own title and description. */
function Nothing(): null {
  return null;
}

const TEMPLATES = {
  ButtonTemplates: {},
  DescriptionFieldTemplate: Nothing,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
};

/**
 * Replaces the form library's function that returns the fields, templates and widgets of its own
 * theme, over which Formwork's are laid.
 */
export default function getPlainRegistry(): DefaultRegistry {
  return {
    fields: {
      AnyOfField: MultiSchemaField,
      ArrayField,
      BooleanField,
      CyclicSchemaField,
      ObjectField,
      OneOfField: MultiSchemaField,
      OptionalDataControlsField,
      SchemaField,
      StringField,
    },
    // The others are those of the theme of forms.
    templates: TEMPLATES as unknown as DefaultRegistry['templates'],
    widgets: {},
    rootSchema: {},
    formContext: {},
    // Not shown, but it draws no control without a text.
    translateString: () => ' ',
    globalFormOptions: {
      idPrefix: 'root',
      idSeparator: '_',
      useFallbackUiForUnsupportedType: false,
    },
  };
}
