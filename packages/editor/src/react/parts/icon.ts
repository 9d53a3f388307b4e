/** Size and stroke of icons in buttons and menus: spread onto a Tabler icon. */
export const ICON = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/** Size and stroke of icons in the compact bars over the image. */
export const SMALL_ICON = { size: 17, stroke: 1.7, "aria-hidden": true } as const;
