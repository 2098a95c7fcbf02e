import { Button, createTheme, localStorageColorSchemeManager, type CSSVariablesResolver } from '@mantine/core';

const shades = (color: string) =>
  [color, color, color, color, color, color, color, color, color, color] as const satisfies readonly string[];

/** Mantine reads our tokens; its own palette is not used, because its light variants and `dimmed` fail WCAG AA. */
export const theme = createTheme({
  fontFamily: "Inter, 'Inter Stand-in', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono', ui-monospace, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.4', md: '1.4', lg: '1.4', xl: '1.4' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '4px', md: '8px', lg: '8px', xl: '8px' },
  defaultRadius: 'sm',
  colors: { accent: shades('var(--accent)'), danger: shades('var(--danger-button)') },
  primaryColor: 'accent',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      vars: (_theme, { variant = 'filled', color, size = 'sm' }) => {
        const danger = color === 'danger';
        const filled = {
          '--button-bg': danger ? 'var(--danger-button)' : 'var(--accent)',
          '--button-hover': danger ? 'var(--danger-button-hover)' : 'var(--accent-hover)',
          '--button-color': danger ? 'var(--on-danger)' : 'var(--on-accent)',
          '--button-bd': '1px solid transparent',
        };
        const quiet = {
          '--button-bg': 'var(--surface)',
          '--button-hover': 'var(--raised)',
          '--button-color': 'var(--text)',
          '--button-bd': '1px solid var(--control-border)',
        };
        return {
          root: {
            '--button-height': size === 'xs' ? '28px' : '36px',
            '--button-fz': size === 'xs' ? '13px' : '14px',
            ...(variant === 'filled' ? filled : quiet),
          },
        };
      },
    }),
  },
});

const roles = {
  '--mantine-color-body': 'var(--background)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-hint)',
  '--mantine-color-placeholder': 'var(--text-hint)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--danger-fg)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--raised)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--control-border)',
  '--mantine-color-disabled': 'var(--raised)',
  '--mantine-color-disabled-color': 'var(--text-hint)',
  '--mantine-color-disabled-border': 'var(--hairline)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
};

/** Both schemes read the same roles; the roles themselves change with the scheme, in tokens.css. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: roles, dark: roles });

/** The same key is read by `public/scheme.js` before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'kantor.scheme' });
