// Runs before each test file of a worker that several files share: every file evaluates the modules of this repository itself, so state in
// their variables never passes from one file to the next. The dependencies in node_modules stay loaded.
import { vi } from "vitest";

vi.resetModules();
