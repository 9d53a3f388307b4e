/** A button of the bar at a chosen box. */
export interface ChooserButton {
  /** Action name that is passed to the chooser. */
  act: string;
  label: string;
  /** Path on a 24 grid. */
  icon: string;
  variant: "main" | "word" | "icon";
}

/** Data that the overlay needs from outside of the page. Plain data, because it is sent into the page's process. */
export interface ChooserView {
  language: string;
  direction: "ltr" | "rtl";
  /** Styles of the overlay's elements. */
  css: string;
  /** How to choose. */
  hint: string;
  /** Name of the bar. */
  bar: string;
  buttons: ChooserButton[];
}
