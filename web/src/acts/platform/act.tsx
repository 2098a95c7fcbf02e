import { type DeskTexts, useDeskTexts } from '@/shared/i18n/desk';
import { type Act, ActButton } from './act-button';

/** Where it stands may want a smaller one. */
type Placed = Pick<Act<object>, 'size'>;

/** The button of an action from its definition: what it does to what, what it says, and what it asks first. */
export const act =
  <Props extends object, Fields extends object>(define: (props: Props, t: DeskTexts) => Act<Fields>) =>
  (props: Props & Placed) => {
    const defined = define(props, useDeskTexts());
    return <ActButton {...defined} {...(props.size !== undefined && { size: props.size })} />;
  };
