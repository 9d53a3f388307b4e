export { FUZZ_ANSWER_MAX_MS, fuzzProblem } from "./fuzz-answers.ts";
export { type FuzzRequest, fuzzRound } from "./fuzz-requests.ts";
