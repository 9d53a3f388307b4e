/** Public key that determines the extension's id; the id is the same on every machine. */
export const EXTENSION_KEY =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAs+i/eq0hxhWg26eEGJ/hFYRz1Qib2wUWgEUXPf6oQsoLT5NlnHw+jG627NBW4724Nzahc1MqE5LCbtnoqz6xP+09D3K5+tV1ctHFkYYF9F8Zh/87Vjmt5+II81pRDgwrIXhq2rklE5bANRIoJLk1EEBS6VmzpNN4IiffzJL/ksMT+UqpT8RjkiwdbQfzT1Lm8pRog+nPTOxPFhYU5spd/0KisBXnh3AnRNFUJGGMiLR2wbIqHu/hHJnGzPyIZ89GOAAHt5ss5E7DvsIs6nY4vglVQJdYNW3rrSL4a0YHmCSdMYs3aLbJn7wd/51bQ+b00CbZFc8WAy1XLAOYBUVZcQIDAQAB";

/** The id that results from {@link EXTENSION_KEY}; pages of the configured server can check the installation with it. */
export const EXTENSION_ID = "gpmoojeomfefnbealgjnkhglppgpmpji";
