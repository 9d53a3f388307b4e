/** Returns the folders of the packages that the built server loads. */
export function packagesOfServer(packages: Record<string, object>): string[];

/** Returns whether the image has a file, by its path with `/`. */
export function isRead(file: string): boolean;

/** Copies what is read of packages, by their folders in the repository. */
export function copyPackages(folders: readonly string[], target: string): void;
