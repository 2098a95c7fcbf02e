import { z } from 'zod';
import { MAX_LENGTH, MAX_METADATA } from '../plain/limits.ts';
import { MAX_PAGE_SIZE } from '../plain/pages.ts';
import { text, timestamp } from './call.ts';

// What the lists and the objects of the merchant API have in common.

/** Several values of a list, with commas between them. */
export const setOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .codec(z.string().max(MAX_LENGTH.search * values.length), z.array(z.enum(values)), {
      decode: (sent, context) => {
        const asked = [...new Set(sent.split(','))];
        const unknown = asked.find((value) => !values.includes(value));
        if (unknown === undefined) return asked;
        const message = `Нет такого значения: «${unknown}». Есть: ${values.join(', ')}`;
        context.issues.push({ code: 'custom', message, input: sent });
        return z.NEVER;
      },
      encode: (chosen) => chosen.join(','),
    })
    .meta({ setOf: values });

const pages = {
  page: z.coerce
    .number<number>()
    .int()
    .min(1)
    .max(100_000_000)
    .optional()
    .describe('Номер страницы, с 1; новые строки её сдвигают — для обхода берите `cursor`'),
  page_size: z.coerce.number<number>().int().min(1).max(MAX_PAGE_SIZE).default(30),
  cursor: z.string().min(1).max(200).optional().describe('`next_cursor` прежнего ответа: следующие строки, без сдвига'),
};

const periods = {
  created_from: timestamp.optional().describe('Созданные в это время и позже'),
  created_to: timestamp.optional().describe('Созданные раньше этого времени'),
};

interface Period {
  created_from?: Date | undefined;
  created_to?: Date | undefined;
}

/** What ends before it begins finds nothing: it is a mistake, and told as one. */
const soundPeriod = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.refine(
    (query) => {
      const { created_from: from, created_to: to } = query as Period;
      return from === undefined || to === undefined || from <= to;
    },
    { path: ['created_to'], message: 'Период заканчивается раньше, чем начинается' },
  );

const changes = {
  updated_since: timestamp
    .optional()
    .describe('Изменившиеся в это время и позже: в порядке изменений, старые сверху; дальше — по `next_cursor`'),
};

/** The query of a list of objects. */
export const objectsQuery = <const Values extends readonly [string, ...string[]], Fields extends z.ZodRawShape>(
  statuses: Values,
  fields: Fields,
) =>
  soundPeriod(
    z.strictObject({
      ...pages,
      status: setOf(statuses).optional().describe('Один статус или несколько через запятую'),
      ...periods,
      ...changes,
      ...fields,
    }),
  );

/** The query of a list of what happened and does not change. */
export const happeningsQuery = <Fields extends z.ZodRawShape>(fields: Fields) =>
  soundPeriod(z.strictObject({ ...pages, ...periods, ...fields }));

/** The page of a list. */
export const listed = <Row extends z.ZodType>(row: Row, name: string) =>
  z
    .strictObject({
      count: z
        .number()
        .int()
        .nullable()
        .describe('Сколько всего; null, когда отобрано по времени, набору, `payer_id` или `cursor`: это не считается'),
      results: z.array(row),
      next_cursor: z
        .string()
        .nullable()
        .describe('Для следующего запроса с теми же полями; null — дальше пока ничего нет'),
    })
    .meta({ id: name });

/** What a shop says of its own beside an order or a payout. */
export const ownFields = {
  payer_id: text(MAX_LENGTH.externalId)
    .optional()
    .describe('Ваш номер плательщика или получателя: по нему можно отобрать'),
  metadata: z
    .record(text(MAX_METADATA.key), text(MAX_METADATA.value, 0))
    .refine((data) => Object.keys(data).length <= MAX_METADATA.keys, `Не больше ${MAX_METADATA.keys} полей`)
    .optional()
    .describe(
      `Ваши данные: до ${MAX_METADATA.keys} полей, имя до ${MAX_METADATA.key} символов, значение — строка до ${MAX_METADATA.value}`,
    ),
};

/** The same in answers. */
export const ownAnswers = {
  payer_id: z.string().nullable().describe('Ваш номер плательщика или получателя'),
  metadata: z.record(z.string(), z.string()).describe('Ваши данные; {}, если их нет'),
};
