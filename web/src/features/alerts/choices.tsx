import { isReport } from '@kantor/contract/plain/alerts.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Alerts, useChooseAlertsMutation } from '@/api/alerts';
import { TimeField } from '@/shared/form/time-field';
import { type Form, useForm } from '@/shared/form/use-form';
import { Card } from '@/shared/settings/card';
import { Switch, SwitchField } from '@/shared/switch/switch';
import classes from './choices.module.css';
import { Reports } from './reports';
import { useTexts } from './texts';

type Kinds = Alerts['kinds'];

interface Fields {
  kinds: Kinds;
  /** At which reports come, of Moscow. */
  hour: string;
  isQuiet: boolean;
  from: string;
  to: string;
}

const USUAL = { from: '23:00', to: '08:00' };
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** What the person is called about, when, and what is heard. */
export function Choices({ alerts }: { alerts: Alerts }) {
  const { kinds, quiet_hours: quiet, report_hour: reportHour, telegram } = alerts;
  const t = useTexts();
  const { language } = useTranslation().i18n;
  const [choose] = useChooseAlertsMutation();
  const form = useForm<Fields, null>({
    initial: { kinds, hour: String(reportHour), isQuiet: quiet !== null, ...(quiet ?? USUAL) },
    save: ({ kinds: chosen, hour, isQuiet, from, to }) =>
      choose({
        kinds: chosen,
        quiet_hours: isQuiet ? { from, to } : null,
        report_hour: Number(hour),
        report_language: language === 'en' ? 'en' : 'ru',
      }),
    texts: { success: t('alerts:saved'), failure: t('alerts:failed') },
    isComplete: ({ isQuiet, from, to }) => !isQuiet || (TIME.test(from) && TIME.test(to) && from !== to),
  });
  return (
    <form className={classes.form} {...form.element}>
      <Card title={t('alerts:kinds.title')}>
        <KindChoices form={form} />
      </Card>
      <Reports form={form} hasBot={telegram.bot !== null} />
      <Card title={t('alerts:quiet.title')} text={t('alerts:quiet.text')}>
        <SwitchField
          label={t('alerts:quiet.on')}
          value={form.fields.isQuiet}
          onChange={form.field('isQuiet').onChange}
        />
        {form.fields.isQuiet && (
          <div className={classes.times}>
            <TimeField label={t('alerts:quiet.from')} {...form.field('from')} />
            <TimeField label={t('alerts:quiet.to')} {...form.field('to')} />
          </div>
        )}
      </Card>
      <div>
        <Button type="submit" disabled={!form.isDirty || !form.isComplete} loading={form.isBusy}>
          {t('alerts:save')}
        </Button>
      </div>
    </form>
  );
}

function KindChoices({ form }: { form: Form<Fields> }) {
  const t = useTexts();
  const { value, onChange } = form.field('kinds');
  const set = (kind: Kinds[number]['kind'], changes: Partial<Kinds[number]>) =>
    onChange(value.map((each) => (each.kind === kind ? { ...each, ...changes } : each)));
  return (
    <table className={classes.kinds}>
      <thead>
        <tr>
          <th scope="col">{t('alerts:kinds.what')}</th>
          <th scope="col">{t('alerts:kinds.on')}</th>
          <th scope="col">{t('alerts:kinds.sound')}</th>
        </tr>
      </thead>
      <tbody>
        {value
          .filter(({ kind }) => !isReport(kind))
          .map(({ kind, is_on: isOn, sounds }) => {
            const name = t(`alerts:kinds.names.${kind}`);
            return (
              <tr key={kind}>
                <th scope="row">{name}</th>
                <td>
                  <Switch
                    label={t('alerts:kinds.onOf', { kind: name })}
                    checked={isOn}
                    onChange={(wanted) => set(kind, { is_on: wanted })}
                  />
                </td>
                <td>
                  <Switch
                    label={t('alerts:kinds.soundOf', { kind: name })}
                    checked={sounds}
                    onChange={(wanted) => set(kind, { sounds: wanted })}
                  />
                </td>
              </tr>
            );
          })}
      </tbody>
    </table>
  );
}
