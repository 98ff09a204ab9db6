// Everything named here is public; nothing else is.
export {};
