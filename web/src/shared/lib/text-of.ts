/** A form is shown of whatever a server sends: what is no text is an empty field. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
