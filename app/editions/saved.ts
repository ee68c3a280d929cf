/** Whether a page is shown after its draft was saved. */
export const wasSaved = (request: Request): boolean => new URL(request.url).searchParams.has("saved");
