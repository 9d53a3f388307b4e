export { FUZZ_ANSWER_MAX_MS, fuzzProblem } from "./fuzz-answers.ts";
export { type FuzzRequest, fuzzRound, orderOf } from "./fuzz-requests.ts";
export { sampleOf } from "./sample-values.ts";
export { type JsonSchema } from "./schema-values.ts";
export { sampleRequest, textFieldsOfRoute } from "./sample-requests.ts";
