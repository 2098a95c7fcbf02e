import { useId, type ReactNode } from 'react';
import classes from './settings.module.css';

interface CardProps {
  title: string;
  /** How it stands. */
  state?: string | undefined;
  text?: string;
  /** Its buttons. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** One of the things that a person sees to. */
export function Card({ title, state, text, actions, children }: CardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {state !== undefined && <span className={classes.state}>{state}</span>}
      </div>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {children}
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </section>
  );
}
