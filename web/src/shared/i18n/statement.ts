import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { i18n } from './i18n';
import en from './statement.en.json';
import ru from './statement.ru.json';

// Statements and acts come when they are gone to.
i18n.addResourceBundle('ru', 'statement', ru);
i18n.addResourceBundle('en', 'statement', en);

const NAMESPACES = ['translation', 'statement'] as const;

export type StatementTexts = TFunction<typeof NAMESPACES>;

/** The product's texts, and those of statements and acts under `statement:`. */
export const useStatementTexts = (): StatementTexts => useTranslation(NAMESPACES).t;

/** The same outside components, in the language of the moment. */
export const statementTexts: StatementTexts = i18n.getFixedT(null, NAMESPACES);
