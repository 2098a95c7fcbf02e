import type { Preview } from '@/api/platform-actions';
import { useDeskTexts } from '@/shared/i18n/desk';
import classes from './action.module.css';
import { factName, factText, isHidden } from './fact-text';

/** More objects than these are told by their notes alone. */
const MAX_LISTED = 3;

/** What becomes of each object: «Было → Станет». */
export function Changes({ changes }: Pick<Preview, 'changes'>) {
  const t = useDeskTexts();
  return changes.slice(0, MAX_LISTED).map(({ object, is_new: isNew, facts }) => (
    <table key={object.id} className={classes.changes}>
      <caption className="visually-hidden">{object.name}</caption>
      <thead>
        <tr>
          <th scope="col">{t('desk:what')}</th>
          {!isNew && <th scope="col">{t('desk:before')}</th>}
          <th scope="col">{t('desk:after')}</th>
        </tr>
      </thead>
      <tbody>
        {facts
          .filter((fact) => !isHidden(fact))
          .map(({ name, of, before, after, on_acceptance: isLater }) => (
            <tr key={`${of} ${name} ${isLater}`}>
              <th scope="row">
                {factName(t, { name, of })}
                {isLater && <small>{t('desk:onAcceptance')}</small>}
              </th>
              {!isNew && <td>{factText(t, name, before)}</td>}
              <td>
                <strong>{factText(t, name, after)}</strong>
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  ));
}

/** What a person should know besides. */
export function Notes({ notes }: Pick<Preview, 'notes'>) {
  const t = useDeskTexts();
  if (notes.length === 0) return null;
  return (
    <ul className={classes.notes}>
      {notes.map(({ code, values }, index) => (
        <li key={index}>{t(`desk:note.${code}` as 'desk:note.batch', { ...values, defaultValue: code })}</li>
      ))}
    </ul>
  );
}
