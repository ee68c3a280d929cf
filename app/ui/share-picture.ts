/** The picture that goes with a shared link: its address, and its size in pixels. */
export const SHARE_PICTURE = { path: "/share.png", width: 1200, height: 630 } as const;
