export { PasswordField } from "./password-field.tsx";
export { meetsRules, PasswordRules } from "./password-rules.tsx";
export { useFieldRules } from "./use-field-rules.ts";
