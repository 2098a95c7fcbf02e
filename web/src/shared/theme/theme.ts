import { Button, createTheme, localStorageColorSchemeManager } from '@mantine/core';
import { SCHEME_KEY } from './scheme-key';

/**
 * Mantine's own palette is not used (its light variants and `dimmed` fail WCAG AA): its variables come from
 * `mantine.css`, which reads our tokens, and so do its buttons.
 */
export const theme = createTheme({
  cursorType: 'pointer',
  components: {
    // By their names: screens without fields do without the code of these.
    Input: { vars: () => ({ wrapper: { '--input-fz': '14px', '--input-padding': '10px' } }) },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      vars: () => ({
        label: { '--input-label-size': '13px' },
        description: { '--input-description-size': '12px' },
        error: { '--input-error-size': '13px' },
        success: {},
      }),
    },
    Button: Button.extend({
      vars: (_theme, { variant = 'filled', size = 'sm' }) => {
        const filled = {
          '--button-bg': 'var(--accent)',
          '--button-hover': 'var(--accent-hover)',
          '--button-color': 'var(--on-accent)',
          '--button-bd': '1px solid transparent',
        };
        const quiet = {
          '--button-bg': 'var(--surface)',
          '--button-hover': 'var(--raised)',
          '--button-color': 'var(--text)',
          '--button-bd': '1px solid var(--control-border)',
        };
        const danger = {
          ...filled,
          '--button-bg': 'var(--danger-button)',
          '--button-hover': 'var(--danger-button-hover)',
          '--button-color': 'var(--on-danger)',
        };
        const colours: Partial<Record<string, typeof filled>> = { filled, danger };
        return {
          root: {
            '--button-height': size === 'xs' ? '28px' : '36px',
            '--button-fz': size === 'xs' ? '13px' : '14px',
            '--button-padding-x': size === 'xs' ? '10px' : '16px',
            ...(colours[variant] ?? quiet),
          },
        };
      },
    }),
  },
});

export const colorSchemeManager = localStorageColorSchemeManager({ key: SCHEME_KEY });
