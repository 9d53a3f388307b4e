/** Size and weight of icons in buttons and menus: spread onto an icon of Tabler. */
export const ICON = { size: 18, stroke: 1.6, "aria-hidden": true } as const;
