import type { MantineColorsTuple, VariantColorsResolver } from '@mantine/core';
import { createTheme, defaultVariantColorsResolver, rem } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { createElement } from 'react';

const evergreen: MantineColorsTuple = [
  '#E0EFE4',
  '#C6E2CF',
  '#9CCBAE',
  '#6FB18C',
  '#46966D',
  '#257B57',
  '#146A4D',
  '#0E5A44',
  '#0B4A38',
  '#08392B',
];
const rose: MantineColorsTuple = [
  '#FCE7EB',
  '#F9CFD8',
  '#F4A9B9',
  '#FF8FA8',
  '#FF6F8F',
  '#DE3B66',
  '#C3224E',
  '#A8163F',
  '#8A1033',
  '#6A0B27',
];
/** Greys with a little green, to match the paper background. */
const gray: MantineColorsTuple = [
  '#F5F5EF',
  '#EDEEE6',
  '#DFE1D6',
  '#CBCFC3',
  '#A9B0A6',
  '#848E87',
  '#5F6B64',
  '#46534C',
  '#2B3731',
  '#16211B',
];
const dark: MantineColorsTuple = [
  '#EDF3EE',
  '#B6C3BB',
  '#8F9D95',
  '#6B7A72',
  '#3B4A42',
  '#28342E',
  '#1B2520',
  '#141C18',
  '#0C120F',
  '#080C0A',
];

const FONT = "'Readex Pro Variable', 'Readex Pro Fallback', 'Segoe UI', Tahoma, system-ui, sans-serif";

const own = (background: string, hover: string, color: string) => ({ background, hover, color, border: `${rem(1)} solid transparent` });

/** Filled and light variants use the theme's brand colour: evergreen with white, or spark with ink in dark mode. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const plain = !input.color || input.color === 'evergreen';
  if (plain && input.variant === 'filled') return own('var(--n-brand)', 'var(--n-brand-hover)', 'var(--n-on-brand)');
  if (plain && input.variant === 'light') return own('var(--n-brand-soft)', 'var(--n-brand-soft-hover)', 'var(--n-brand-text)');
  if (plain && input.variant === 'subtle') return own('transparent', 'var(--n-hover)', 'var(--n-brand-text)');
  if (input.color === 'rose' && input.variant === 'filled') return own('var(--n-rose)', 'var(--n-rose-hover)', 'var(--n-on-rose)');
  if (input.color === 'rose' && input.variant === 'light') return own('var(--n-rose-soft)', 'var(--n-rose-soft)', 'var(--n-rose-text)');
  if (input.color === 'gray' && input.variant === 'subtle') return own('transparent', 'var(--n-hover)', 'var(--n-text-2)');
  if (input.variant === 'default')
    return {
      background: 'var(--n-surface)',
      hover: 'var(--n-sunken)',
      color: 'var(--n-text)',
      border: `${rem(1)} solid var(--n-line-strong)`,
    };
  return defaultVariantColorsResolver(input);
};

/** Mark of every field that opens a list of choices. */
const chevron = createElement(IconChevronDown, { size: 16, stroke: 1.75, color: 'var(--n-text-3)', 'aria-hidden': true });

export const theme = createTheme({
  primaryColor: 'evergreen',
  primaryShade: { light: 7, dark: 4 },
  colors: { evergreen, rose, gray, dark },
  white: '#FFFFFF',
  black: '#16211B',
  variantColorResolver,
  fontFamily: FONT,
  fontSizes: { xs: rem(12), sm: rem(13.5), md: rem(15), lg: rem(17), xl: rem(20) },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.6', lg: '1.5', xl: '1.4' },
  headings: {
    fontFamily: FONT,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: rem(30), lineHeight: '1.22' },
      h2: { fontSize: rem(22), lineHeight: '1.3' },
      h3: { fontSize: rem(16.5), lineHeight: '1.4' },
      h4: { fontSize: rem(15), lineHeight: '1.45' },
      h5: { fontSize: rem(13.5), lineHeight: '1.45' },
      h6: { fontSize: rem(12), lineHeight: '1.4' },
    },
  },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(6), sm: rem(10), md: rem(14), lg: rem(20), xl: rem(28) },
  defaultRadius: 'md',
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '80em', xl: '90em' },
  shadows: { xs: 'none', sm: 'var(--n-shadow-1)', md: 'var(--n-shadow-2)', lg: 'var(--n-shadow-3)', xl: 'var(--n-shadow-3)' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { radius: 'xl' }, styles: { label: { fontWeight: 500 } } },
    ActionIcon: { defaultProps: { radius: 'xl', variant: 'subtle', color: 'gray', size: 40 } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', autosize: true, minRows: 3 } },
    NativeSelect: { defaultProps: { size: 'md', rightSection: chevron } },
    Select: { defaultProps: { size: 'md', checkIconPosition: 'right' } },
    Checkbox: { defaultProps: { radius: 6, color: 'var(--n-brand)', iconColor: 'var(--n-on-brand)' } },
    Radio: { defaultProps: { color: 'var(--n-brand)', iconColor: 'var(--n-on-brand)' } },
    Switch: { defaultProps: { color: 'var(--n-brand)', size: 'md', withThumbIndicator: false } },
    Modal: { defaultProps: { radius: 'lg', centered: true, padding: 'lg', overlayProps: { backgroundOpacity: 0.45 } } },
    Drawer: { defaultProps: { size: 312, padding: 'md', overlayProps: { backgroundOpacity: 0.45 } } },
    Skeleton: { defaultProps: { radius: 'sm' } },
    Tooltip: { defaultProps: { radius: 'sm', openDelay: 300 } },
  },
});
