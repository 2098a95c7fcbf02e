import { TRADER } from './sides';
import { withdrawalScreen } from './withdrawal-screen';

export const { Component, preload } = withdrawalScreen(TRADER);
