let email = "";

/** Keeps the e-mail typed on one of the forms, so that nobody types it again on the next one (WCAG 3.3.7). */
export const rememberTypedEmail = (value: string): void => {
  email = value;
};

/** The e-mail typed last on this page, or an empty text. */
export const typedEmail = (): string => email;
