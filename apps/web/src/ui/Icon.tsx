/** Line drawings on a 16 by 16 grid. */
const drawings = {
  check: 'M3.5 8.5 6.5 11.5 12.5 4.5',
  cross: 'M4 4 12 12M12 4 4 12',
  plus: 'M8 3V13M3 8H13',
  minus: 'M3 8H13',
  undo: 'M6 3 2.5 6.5 6 10M3 6.5H9.5A4 4 0 0 1 9.5 14H7',
  changed: 'M2.5 6H12.5L9.5 3M13.5 10H3.5L6.5 13',
  equal: 'M3 6H13M3 10H13',
  skip: 'M4 4 9 8 4 12ZM12 4V12',
  warning: 'M8 2 14.5 13.5H1.5ZM8 6.5V9.5M8 11.5V11.6',
  search: 'M7 2.5A4.5 4.5 0 1 0 7 11.5A4.5 4.5 0 1 0 7 2.5M10.5 10.5 14 14',
  back: 'M10 3 5 8 10 13',
  next: 'M6 3 11 8 6 13',
  down: 'M3 6 8 11 13 6',
  refresh: 'M13.5 8A5.5 5.5 0 1 1 11.5 3.8M13.5 1.5V4.5H10.5',
  copy: 'M5.5 5.5H13.5V13.5H5.5ZM10.5 5.5V2.5H2.5V10.5H5.5',
  branch:
    'M4 5.5V10.5M4 5.5A1.5 1.5 0 1 0 4 2.5A1.5 1.5 0 1 0 4 5.5M4 13.5A1.5 1.5 0 1 0 4 10.5A1.5 1.5 0 1 0 4 13.5M12 6.5A1.5 1.5 0 1 0 12 3.5A1.5 1.5 0 1 0 12 6.5M12 6.5C12 9 4 8 4 10.5',
  commit: 'M1.5 8H5.5M10.5 8H14.5M8 5.5A2.5 2.5 0 1 0 8 10.5A2.5 2.5 0 1 0 8 5.5',
  clock: 'M8 2A6 6 0 1 0 8 14A6 6 0 1 0 8 2M8 5V8L10 9.5',
  camera: 'M2 5H4.5L6 3H10L11.5 5H14V13H2ZM8 7A2 2 0 1 0 8 11A2 2 0 1 0 8 7',
  sideBySide: 'M2 3H14V13H2ZM8 3V13',
  oneUp: 'M2.5 3H13.5V13H2.5Z',
  difference: 'M2 2H10V10H2ZM6 6H14V14H6ZM6 6 10 10',
  swipe: 'M2 3H14V13H2ZM8 1.5V14.5M5.5 6.5 4 8 5.5 9.5M10.5 6.5 12 8 10.5 9.5',
  onion: 'M6.5 3A4.5 4.5 0 1 0 6.5 13A4.5 4.5 0 1 0 6.5 3M9.5 3A4.5 4.5 0 1 0 9.5 13A4.5 4.5 0 1 0 9.5 3',
  blink: 'M1.5 8C4 4 12 4 14.5 8C12 12 4 12 1.5 8ZM8 6A2 2 0 1 0 8 10A2 2 0 1 0 8 6',
  level: 'M2 4.5H6M10 4.5H14M2 11.5H6M10 11.5H14M6.5 8H9.5',
  checks: 'M2.5 2.5H13.5V13.5H2.5ZM2.5 2.5H8V8H2.5ZM8 8H13.5V13.5H8Z',
  overlay: 'M8 2 14 5.5 8 9 2 5.5ZM2 9 8 12.5 14 9',
  fit: 'M2.5 6V2.5H6M10 2.5H13.5V6M13.5 10V13.5H10M6 13.5H2.5V10',
  tree: 'M2 3H7M4.5 3V12.5H8M4.5 7.5H8M10 7.5H14M10 12.5H14',
  keyboard: 'M1.5 4H14.5V12H1.5ZM4 6.5H4.1M6.5 6.5H6.6M9 6.5H9.1M11.5 6.5H11.6M5 9.5H11',
  key: 'M5 6.5A3.5 3.5 0 1 0 5 13.5A3.5 3.5 0 1 0 5 6.5M7.5 7.5 13.5 1.5M10.5 4.5 13 7',
  people:
    'M6 2.5A2.5 2.5 0 1 0 6 7.5A2.5 2.5 0 1 0 6 2.5M1.5 13.5A4.5 4.5 0 0 1 10.5 13.5M10.5 2.8A2.5 2.5 0 0 1 10.5 7.2M12 9.6A4.5 4.5 0 0 1 14.5 13.5',
  settings:
    'M2 4.5H8M12 4.5H14M10 2.5A2 2 0 1 0 10 6.5A2 2 0 1 0 10 2.5M2 11.5H4M8 11.5H14M6 9.5A2 2 0 1 0 6 13.5A2 2 0 1 0 6 9.5',
  terminal: 'M1.5 2.5H14.5V13.5H1.5ZM4.5 6 6.5 8 4.5 10M8.5 10.5H11.5',
  browser: 'M1.5 2.5H14.5V13.5H1.5ZM1.5 6H14.5M3.8 4.3H3.9M6 4.3H6.1',
  chart: 'M2 13.5H14M4 13V9M8 13V3M12 13V6.5',
  list: 'M2.5 4H2.6M2.5 8H2.6M2.5 12H2.6M5.5 4H13.5M5.5 8H13.5M5.5 12H13.5',
  link: 'M6.5 9.5A2.5 2.5 0 0 0 10 9.5L13 6.5A2.5 2.5 0 0 0 9.5 3L8.5 4M9.5 6.5A2.5 2.5 0 0 0 6 6.5L3 9.5A2.5 2.5 0 0 0 6.5 13L7.5 12',
  ignore: 'M2.5 2.5H13.5V13.5H2.5ZM2.5 8.5 8.5 2.5M2.5 13.5 13.5 2.5M7.5 13.5 13.5 7.5',
  comment: 'M2 2.5H14V11H8.5L5.5 13.8V11H2Z',
  pin: 'M8 14.5C5 10.5 3.5 8.4 3.5 6A4.5 4.5 0 0 1 12.5 6C12.5 8.4 11 10.5 8 14.5ZM8 4.8A1.4 1.4 0 1 0 8 7.6A1.4 1.4 0 1 0 8 4.8',
  signOut: 'M6 2.5H2.5V13.5H6M10.5 5 13.5 8 10.5 11M13.5 8H6',
} as const;

export type IconName = keyof typeof drawings;
export const iconNames = Object.keys(drawings) as IconName[];

/** Decoration beside a word: hidden from assistive technology. */
export function Icon({
  name,
  size = 16,
  className = '',
}: {
  name: IconName;
  size?: number;
  className?: string;
}) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      <path d={drawings[name]} />
    </svg>
  );
}
