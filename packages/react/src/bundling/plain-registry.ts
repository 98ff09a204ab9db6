// Replaces the registry of the form library, which has its own theme and layouts, by the parts that
// forms use.
import CyclicSchemaField from '@rjsf/core/lib/components/fields/CyclicSchemaField.js';
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import OptionalDataControlsField from '@rjsf/core/lib/components/fields/OptionalDataControlsField.js';
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import type { Registry } from '@rjsf/utils';

type DefaultRegistry = Omit<Registry, 'schemaUtils'>;

/** Draws nothing, because the template of a field draws its title and description itself. */
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
 * Returns the fields of the form library that forms use, without its theme. Forms add their own
 * fields, templates and widgets.
 */
export default function getPlainRegistry(): DefaultRegistry {
  return {
    // Forms draw lists, alternatives and single values themselves, so the fields for them are left out.
    fields: {
      CyclicSchemaField,
      ObjectField,
      OptionalDataControlsField,
      SchemaField,
    },
    // Forms add all other templates themselves.
    templates: TEMPLATES as unknown as DefaultRegistry['templates'],
    widgets: {},
    rootSchema: {},
    formContext: {},
    // People never see this text, but the form library draws no control without one.
    translateString: () => ' ',
    globalFormOptions: {
      idPrefix: 'root',
      idSeparator: '_',
      useFallbackUiForUnsupportedType: false,
    },
  };
}
