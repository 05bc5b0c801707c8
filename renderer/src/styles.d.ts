/** Style sheets are imported for their effect; the build takes care of them. */
declare module '*.css';
