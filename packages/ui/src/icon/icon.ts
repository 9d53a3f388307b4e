/** Size and stroke of icons in buttons and menus: spread onto a Tabler icon. */
export const ICON = { size: 18, stroke: 1.6, "aria-hidden": true } as const;
