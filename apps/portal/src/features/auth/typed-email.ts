let email = "";

/** Stores the typed e-mail address for the next form (WCAG 3.3.7). */
export const rememberTypedEmail = (value: string): void => {
  email = value;
};

/** Returns the last typed e-mail address, or an empty text. */
export const typedEmail = (): string => email;
