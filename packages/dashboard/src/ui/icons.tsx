const paths = {
  mail: "M3 6.5h18v11H3zM3 7l9 6.5L21 7",
  sms: "M5 4h14v12H11l-4 4v-4H5zM9 9h6M9 12h4",
  tunnel: "M3 18v-5a9 9 0 0 1 18 0v5M8 18v-5a4 4 0 0 1 8 0v5M3 18h18",
  key: "M14.5 9.5a4 4 0 1 0-4 4l1.5 0V16h2.5v2.5H17V21h4v-3.5l-6.8-6.8",
  audit: "M8 6h12M8 12h12M8 18h12M3.5 6h.5M3.5 12h.5M3.5 18h.5",
  account: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c.5-4 3.5-6 8-6s7.5 2 8 6",
  docs: "M5 4h10l4 4v12H5zM14 4v5h5M8 13h8M8 16.5h6",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  done: "M4 12.5l5 5L20 7",
  plus: "M12 5v14M5 12h14",
  back: "M15 5l-7 7 7 7",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  close: "M6 6l12 12M18 6L6 18",
  rejected: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM6 6l12 12",
  out: "M10 4H5v16h5M14 8l4 4-4 4M18 12H9",
} as const;

export type IconName = keyof typeof paths;

/** Decorative icon, hidden from screen readers. `size` in pixels. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}

/** The logo: the bell of a front desk. */
export function Logo() {
  return (
    <svg class="mark" width="26" height="26" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" />
      <path d="M6 21h20v3H6zM8 19a8 8 0 0 1 16 0z" />
      <circle cx="16" cy="9" r="2" />
    </svg>
  );
}
