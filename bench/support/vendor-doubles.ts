// The doubles of the connected services in a separate process, whose memory and processor time are not those of the product.
import { startVendors } from "@stillreel/testing/vendors";

const vendors = await startVendors();
console.log(JSON.stringify(vendors.environment));
