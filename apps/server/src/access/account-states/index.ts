export { createAccountStates, type AccountStates } from "./account-states.ts";
