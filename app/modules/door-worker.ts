import { keepDoor } from "~/door/door-worker.element.ts";

keepDoor();
