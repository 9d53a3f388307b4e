import { createTheme, type ButtonProps, type MantineColorsTuple, type MantineTheme } from "@mantine/core";
import skins from "./skins.module.css";

const INK: MantineColorsTuple = [
  "#F6F6F8",
  "#EFEFF2",
  "#E5E5EA",
  "#D2D2D9",
  "#A2A1AC",
  "#6A6975",
  "#53525D",
  "#32313B",
  "#17161C",
  "#0F0E12",
];

/** Colors of each button variant. Unknown variants use `subtle`. */
const VARIANTS: Record<string, { background: string; hover: string; color: string; border: string }> = {
  filled: { background: "var(--primary)", hover: "var(--primary-hover)", color: "var(--on-primary)", border: "1px solid transparent" },
  accent: { background: "var(--accent)", hover: "var(--accent-hover)", color: "var(--on-accent)", border: "1px solid transparent" },
  default: { background: "var(--raised)", hover: "var(--hover)", color: "var(--ink)", border: "1px solid var(--line-strong)" },
  quiet: { background: "transparent", hover: "var(--hover)", color: "var(--ink-2)", border: "1px solid transparent" },
  danger: { background: "var(--danger)", hover: "var(--danger-hover)", color: "var(--on-danger)", border: "1px solid transparent" },
  "danger-quiet": { background: "transparent", hover: "var(--danger-tint)", color: "var(--danger)", border: "1px solid transparent" },
};
const SUBTLE = { background: "transparent", hover: "var(--hover)", color: "var(--ink)", border: "1px solid transparent" };

type ButtonMeasures = [height: string, fontSize: string, padding: string];
const SMALL: ButtonMeasures = ["32px", "13.5px", "12px"];
const HEIGHTS: Record<string, ButtonMeasures> = {
  xs: ["28px", "13px", "10px"],
  sm: SMALL,
  md: ["36px", "14px", "14px"],
  lg: ["44px", "15px", "18px"],
};

const FIELD = { input: skins.input, label: skins.label, error: skins.error, description: skins.description, section: skins.inputSection };

/**
 * The only Mantine theme. Its parts read CSS tokens, so light and dark need no second theme.
 *
 * Button variants: `accent` (New only), `filled`, `default`, `quiet`, `danger`, `danger-quiet`.
 * Sizes by height: xs 28, sm 32 (default), md 36, lg 44 px.
 */
export const theme = createTheme({
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--mono)",
  primaryColor: "ink",
  colors: { ink: INK },
  primaryShade: { light: 8, dark: 0 },
  white: "#FFFFFF",
  black: "#17161C",
  defaultRadius: "md",
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "16px" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "18px" },
  cursorType: "pointer",
  respectReducedMotion: true,
  focusRing: "never",
  variantColorResolver: ({ variant }) => VARIANTS[variant] ?? SUBTLE,
  // Plain objects, not `Button.extend`: importing a component here would load it with every page.
  components: {
    Button: {
      defaultProps: { size: "sm", variant: "filled" },
      classNames: { root: skins.button, section: skins.buttonSection },
      vars: (_theme: MantineTheme, props: ButtonProps) => {
        const [height, fontSize, padding] = HEIGHTS[String(props.size ?? "sm")] ?? SMALL;
        return { root: { "--button-height": height, "--button-fz": fontSize, "--button-padding-x": padding } };
      },
    },
    ActionIcon: { defaultProps: { variant: "quiet", size: 32 }, classNames: { root: skins.icon } },
    TextInput: { classNames: FIELD },
    NativeSelect: { classNames: FIELD },
    PasswordInput: { classNames: { ...FIELD, innerInput: skins.innerInput } },
    Textarea: { classNames: { ...FIELD, input: `${skins.input} ${skins.area}` } },
    Select: { classNames: FIELD },
    Checkbox: {
      classNames: {
        input: skins.check,
        icon: skins.checkIcon,
        label: skins.checkLabel,
        description: skins.description,
        error: skins.error,
      },
    },
    Switch: {
      defaultProps: { withThumbIndicator: false },
      classNames: { track: skins.switch, thumb: skins.switchThumb, label: skins.checkLabel, description: skins.checkDescription },
    },
    Popover: { classNames: { dropdown: `${skins.menu} on-raised` } },
    Tabs: { classNames: { list: skins.tabs, tab: skins.tab } },
    SegmentedControl: {
      classNames: { root: skins.segments, indicator: skins.segmentIndicator, label: skins.segmentLabel, control: skins.segment },
    },
  },
});
