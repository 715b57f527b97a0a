import type { DriverMode } from './DriverOptions.js';

const features: Record<Exclude<keyof DriverMode, 'viewport' | 'media'>, string> = {
  colorScheme: 'prefers-color-scheme',
  reducedMotion: 'prefers-reduced-motion',
  forcedColors: 'forced-colors',
  contrast: 'prefers-contrast',
};

/** Arguments of Chromium's command `Emulation.setEmulatedMedia`: what a mode does not set is as in the browser. */
export function emulatedMedia(mode: Omit<DriverMode, 'viewport'> | null): {
  media: string;
  features: { name: string; value: string }[];
} {
  const { media = '', ...others } = mode ?? {};
  return {
    media,
    features: Object.entries(features).map(([key, name]) => ({
      name,
      value: others[key as keyof typeof features] ?? '',
    })),
  };
}
