/** Size and weight of icons in buttons and menus: spread onto an icon of Tabler. */
export const ICON = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/** The same, for the tighter bars over the picture. */
export const SMALL_ICON = { size: 17, stroke: 1.7, "aria-hidden": true } as const;
