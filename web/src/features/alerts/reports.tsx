import { ALERT_CHANNELS, type AlertChannel, isReport } from '@kantor/contract/plain/alerts.ts';
import type { Alerts } from '@/api/alerts';
import { SelectField } from '@/shared/form/select-field';
import type { Form } from '@/shared/form/use-form';
import { Card } from '@/shared/settings/card';
import { Switch } from '@/shared/switch/switch';
import classes from './choices.module.css';
import { useTexts } from './texts';

type Kinds = Alerts['kinds'];

interface Fields {
  kinds: Kinds;
  hour: string;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/** Which reports come by themselves, where to and when: for whoever sees what they tell. */
export function Reports<F extends Fields>({ form, hasBot }: { form: Form<F>; hasBot: boolean }) {
  const t = useTexts();
  const offered = ALERT_CHANNELS.filter((channel) => channel !== 'telegram' || hasBot);
  const kinds = form.field('kinds');
  const reports = form.fields.kinds.filter(({ kind }) => isReport(kind));
  if (reports.length === 0) return null;
  const set = (report: Kinds[number], channel: AlertChannel, isWanted: boolean) => {
    const channels = ALERT_CHANNELS.filter((each) => (each === channel ? isWanted : isOn(report, each)));
    const changed = { ...report, channels, is_on: channels.length > 0 };
    kinds.onChange(form.fields.kinds.map((each) => (each.kind === report.kind ? changed : each)));
  };
  return (
    <Card title={t('alerts:reports.title')} text={t('alerts:reports.text')}>
      <table className={classes.kinds}>
        <thead>
          <tr>
            <th scope="col">{t('alerts:reports.what')}</th>
            {offered.map((channel) => (
              <th key={channel} scope="col">
                {t(`alerts:reports.channels.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => {
            const name = t(`alerts:kinds.names.${report.kind}`);
            return (
              <tr key={report.kind}>
                <th scope="row">{name}</th>
                {offered.map((channel) => (
                  <td key={channel}>
                    <Switch
                      label={t('alerts:reports.by', { kind: name, channel: t(`alerts:reports.channels.${channel}`) })}
                      checked={isOn(report, channel)}
                      onChange={(isWanted) => set(report, channel, isWanted)}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className={classes.times}>
        <SelectField label={t('alerts:reports.hour')} placeholder="" options={HOURS} {...form.field('hour')} />
      </div>
    </Card>
  );
}

const isOn = ({ is_on: isAny, channels = [] }: Kinds[number], channel: AlertChannel) =>
  isAny && channels.includes(channel);
