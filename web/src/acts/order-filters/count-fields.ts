import { type FieldValues, NO_FIELDS } from './values';

const FIELDS = Object.keys(NO_FIELDS) as (keyof FieldValues)[];

/** How many of the filters behind «Ещё фильтры» are in force. */
export const countFields = (values: FieldValues): number => FIELDS.filter((name) => values[name] !== '').length;
