import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './states.module.css';

interface BoundaryProps {
  /** Stands there instead; a line by default. */
  fallback?: ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  hasFailed: boolean;
  /** Those that were drawn last. */
  children: ReactNode;
}

/** Keeps a part that cannot be drawn, of an answer that is not as it should be, from taking the page with it. Other children are tried anew. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false, children: this.props.children };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ children }: BoundaryProps, drawn: BoundaryState): BoundaryState | null {
    return children === drawn.children ? null : { hasFailed: false, children };
  }

  override render() {
    const { fallback = <NotShown />, children } = this.props;
    return this.state.hasFailed ? fallback : children;
  }
}

/** Makes a part where a boundary stands around it. */
export function Made({ by }: { by: () => ReactNode }) {
  return by();
}

function NotShown() {
  const { t } = useTranslation();
  return <span className={classes.notShown}>{t('errors.notShown')}</span>;
}
