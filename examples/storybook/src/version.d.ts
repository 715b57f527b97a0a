/** `1` or `2`: which version of the example is built, from `SVC_EXAMPLE_VERSION`. */
declare const EXAMPLE_VERSION: string;
