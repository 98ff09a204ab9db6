import { ListField } from '../list/list-field.tsx';
import type { Registry } from '../rjsf.ts';
import { ErrorSummary } from './error-summary.tsx';
import { FieldTemplate } from './field-template.tsx';
import { FieldWidget } from './field-widget.tsx';
import { FoldingTemplate, GroupTemplate, RecursionTemplate } from './group-template.tsx';
import { JsonField } from './json-field.tsx';
import { MapField } from './map-field.tsx';
import { NumberField } from './number-field.tsx';
import { SchemaField } from './schema-field.tsx';
import { UnionTemplate } from './union-template.tsx';

/** Fields that replace those of the form library, by its names. */
export const FORM_FIELDS: Registry['fields'] = {
  SchemaField,
  ArrayField: ListField,
  // For a schema without a type, which the copy that forms are drawn from does not have.
  FallbackField: JsonField,
  NumberField,
  ObjectField: MapField,
  JsonField,
};

/** Templates that replace those of the form library, by its names. */
export const FORM_TEMPLATES: Partial<Omit<Registry['templates'], 'ButtonTemplates'>> = {
  CyclicSchemaExpandTemplate: RecursionTemplate,
  ErrorListTemplate: ErrorSummary,
  FieldTemplate,
  MultiSchemaFieldTemplate: UnionTemplate,
  ObjectFieldTemplate: GroupTemplate,
  OptionalDataControlsTemplate: FoldingTemplate,
};

/** One widget decides by the schema what it is. */
export const FORM_WIDGETS: Registry['widgets'] = {
  CheckboxWidget: FieldWidget,
  CheckboxesWidget: FieldWidget,
  ColorWidget: FieldWidget,
  DateTimeWidget: FieldWidget,
  DateWidget: FieldWidget,
  EmailWidget: FieldWidget,
  FileWidget: FieldWidget,
  PasswordWidget: FieldWidget,
  RadioWidget: FieldWidget,
  SelectWidget: FieldWidget,
  TextWidget: FieldWidget,
  TextareaWidget: FieldWidget,
  TimeWidget: FieldWidget,
  URLWidget: FieldWidget,
  UpDownWidget: FieldWidget,
};
