/** A button of the bar at a chosen box. */
export interface ChooserButton {
  /** What it does, as the chooser is told. */
  act: string;
  label: string;
  /** Path on a 24 grid. */
  icon: string;
  variant: "main" | "word" | "icon";
}

/** What the glass needs to know of the world outside the page. Plain data: it crosses into the page's process. */
export interface ChooserView {
  language: string;
  direction: "ltr" | "rtl";
  /** Styles of what lies on the glass. */
  css: string;
  /** How to choose. */
  hint: string;
  /** Name of the bar. */
  bar: string;
  buttons: ChooserButton[];
}
