export { CountedInput, type CountedInputProps } from "./counted-input.tsx";
export { theme } from "./theme.ts";
