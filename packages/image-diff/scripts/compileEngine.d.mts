export declare function compileEngine(): Promise<string>;
