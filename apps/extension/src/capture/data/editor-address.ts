/** Returns the address of a capture's editor page. */
export const editorAddress = (id: string): string => chrome.runtime.getURL(`editor.html?capture=${encodeURIComponent(id)}`);
