import { z } from 'zod';

/** The address of a database; its error is the middle of a sentence. */
export const databaseAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be an address like postgres://user:password@host:5432/database',
});
