export { createMailTransport } from "./smtp.mail.ts";
