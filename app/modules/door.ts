import { DoorScan } from "~/door/door-scan.element.ts";
import { define } from "~/ui/enhancement.element.ts";

define("door-scan", DoorScan);
