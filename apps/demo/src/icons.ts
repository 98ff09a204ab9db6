/**
 * The icons of the demo agent and its skills: `data:` URLs of line drawings in a square of 24
 * units. Their colour stands out on light and on dark ground.
 */
export const ICONS = {
  agent: draw('M4 4h16v16H4zM8 9h8M8 12.5h5M8 16h7'),
  expenses: draw('M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5'),
  fight: draw(
    'M4 4l11 11M4 4h4M4 4v4M13 17l4-4M15.5 15.5L20 20M20 4L9 15M20 4h-4M20 4v4M7 13l4 4M8.5 15.5L4 20',
  ),
  contacts: draw('M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20.5c.6-3.6 3.8-5.5 8-5.5s7.4 1.9 8 5.5'),
  trip: draw('M9 4L3.5 6.5v13.5L9 17.5l6 2.5 5.5-2.5V4L15 6.5zM9 4v13.5M15 6.5V20'),
} as const;

function draw(path: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#6575e8" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
