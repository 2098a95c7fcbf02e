import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatDecimal } from '@/shared/lib/format-amount';
import classes from './analytics.module.css';
import { percent } from './format';

interface Drawn {
  label: string;
  time: string;
  height: number;
  text: string;
}

const WHOLE_BP = 10_000;
const UNITS = [
  { from: 1e9, name: '\u00a0млрд' },
  { from: 1e6, name: '\u00a0млн' },
  { from: 1e3, name: '\u00a0тыс.' },
] as const;

/** An axis has room for few digits: `1,5 млн`. */
function shortNumber(value: number): string {
  const unit = UNITS.find(({ from }) => value >= from);
  return unit ? `${formatDecimal((value / unit.from).toFixed(1), 0, 1)}${unit.name}` : formatDecimal(value, 0, 2);
}

/** Bars as they are: nothing smoothed, nothing foretold. The colours are those of the theme. */
export default function Bars({ bars, isShare }: { bars: readonly Drawn[]; isShare: boolean }) {
  return (
    <ResponsiveContainer width="100%" height={220}>
      <BarChart data={[...bars]} accessibilityLayer={false} margin={{ top: 8, right: 0, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--hairline)" />
        <XAxis dataKey="label" tickLine={false} axisLine={{ stroke: 'var(--control-border)' }} minTickGap={16} />
        <YAxis
          width="auto"
          tickLine={false}
          axisLine={false}
          tickCount={5}
          allowDecimals={false}
          {...(isShare && { domain: [0, WHOLE_BP] })}
          tickFormatter={isShare ? percent : shortNumber}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--raised)' }}
          content={({ active, payload }) => {
            const bar = payload[0]?.payload as Drawn | undefined;
            return (
              active &&
              bar && (
                <div className={classes.tip}>
                  {bar.time} <b>{bar.text}</b>
                </div>
              )
            );
          }}
        />
        <Bar dataKey="height" fill="var(--accent)" isAnimationActive={false} maxBarSize={48} radius={[2, 2, 0, 0]} />
      </BarChart>
    </ResponsiveContainer>
  );
}
