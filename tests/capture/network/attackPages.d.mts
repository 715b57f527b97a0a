export const port: number;
export const stunPort: number;
export const publicAddress: string;
export const attacker: string;
export const ownAddress: string;
export const inside: string;
export const hosts: string[];
